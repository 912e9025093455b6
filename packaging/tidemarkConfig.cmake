# find_package(tidemark): the target tidemark::tidemark, a static library. It links RE2, zlib, zstd and threads.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ZLIB)
include("${CMAKE_CURRENT_LIST_DIR}/find_re2.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/find_zstd.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/tidemarkTargets.cmake")
