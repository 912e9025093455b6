# Precompiled headers of libraries, once for each kind of sources (TIDEMARK_PRECOMPILE). They take most of the time of a
# build from nothing. Our headers are not here, so that each source still has to include those that it needs.
set(std_headers
    <algorithm> <array> <atomic> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional> <set> <span>
    <sstream> <string> <string_view> <vector>)
set(proto_headers
    <google/protobuf/arenastring.h> <google/protobuf/extension_set.h> <google/protobuf/generated_enum_reflection.h>
    <google/protobuf/generated_message_reflection.h> <google/protobuf/io/coded_stream.h> <google/protobuf/map_entry.h>
    <google/protobuf/message.h> <google/protobuf/repeated_field.h> <google/protobuf/unknown_field_set.h>)
set(json_header <nlohmann/json.hpp>)
set(gtest_header <gtest/gtest.h>)

# Not for the build that users get: there GCC warns about code in precompiled headers as if it were ours.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(tidemark_core PRIVATE ${std_headers} ${proto_headers} ${json_header})
endif()
if(TARGET tidemark_test_support)
    target_precompile_headers(tidemark_test_support PRIVATE ${std_headers} ${proto_headers})
endif()
if(TARGET core_tests)
    target_precompile_headers(core_tests PRIVATE ${std_headers} ${proto_headers} ${json_header} ${gtest_header})
endif()
# With the same flags and headers.
foreach(target IN ITEMS oom_tests cli_tests)
    if(TARGET ${target})
        target_precompile_headers(${target} REUSE_FROM core_tests)
    endif()
endforeach()
if(TARGET ui_tests)
    target_precompile_headers(ui_tests PRIVATE ${std_headers} ${gtest_header} <QtWidgets> <QtTest>)
endif()
if(TARGET tidemark_ui AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(tidemark_ui PRIVATE ${std_headers} <QtWidgets>)
endif()
