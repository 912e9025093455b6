# Makes the target re2::re2. Debian 12 has RE2 without a description for CMake. Installed with the library.
find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
    find_path(RE2_INCLUDE_DIR re2/re2.h REQUIRED)
    find_library(RE2_LIBRARY re2 REQUIRED)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION "${RE2_LIBRARY}"
                          INTERFACE_INCLUDE_DIRECTORIES "${RE2_INCLUDE_DIR}")
endif()
