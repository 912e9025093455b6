# Unity builds: compiles the sources of a folder as one (TIDEMARK_UNITE). A build from nothing spends most of its time
# reading the headers of Qt. Names in anonymous namespaces must then be unique in their folder. Builds of developers do
# without it and show if a source lacks an include. Two warnings are turned off, because sources see the names of other
# sources. In the library that users get, the folders that decode and replay programs are compiled separately: otherwise
# GCC 12 inlines differently, and decoding takes a quarter longer.
target_compile_options(tidemark_warnings INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)

# tidemark_unite(TARGET [FOLDER…]): unites the sources of the target, except those in these folders.
function(tidemark_unite target)
    get_target_property(sources ${target} SOURCES)
    get_target_property(home ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${home}")
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
        if(folder IN_LIST ARGN)
            continue()
        endif()
        string(REPLACE "/" "_" folder "${folder}")
        set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${folder}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

set(apart)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set(apart core/wire core/text core/xspace core/xla/plan core/xla/replay)
endif()
if(NOT TIDEMARK_UNITE STREQUAL "but_core") # whose sources tests/mutation changes one at a time
    tidemark_unite(tidemark_core ${apart})
endif()
foreach(target IN ITEMS tidemark_ui tidemark_ui_session tidemark_cli)
    if(TARGET ${target})
        tidemark_unite(${target})
    endif()
endforeach()

# The programs parse options and print. CLI11's templates take much of the time to compile them with more optimization.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    foreach(target IN ITEMS tidemark_usage tidemark_cli tidemark)
        if(TARGET ${target})
            target_compile_options(${target} PRIVATE -O1)
        endif()
    endforeach()
endif()

# Tests are united a few at a time, so that all processors have work.
foreach(target IN ITEMS tidemark_test_support core_tests oom_tests cli_tests ui_tests threads_tests)
    if(TARGET ${target})
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    endif()
endforeach()
