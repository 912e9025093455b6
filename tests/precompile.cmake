# Headers of libraries, compiled once for each kind of sources (TIDEMARK_PRECOMPILE): most of what building everything
# from nothing takes. None of our own headers is here, so that a source still has to say which of them it needs.
set(std_headers
    <algorithm> <array> <atomic> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional> <set> <span>
    <sstream> <string> <string_view> <vector>)
set(proto_headers
    <google/protobuf/arenastring.h> <google/protobuf/extension_set.h> <google/protobuf/generated_enum_reflection.h>
    <google/protobuf/generated_message_reflection.h> <google/protobuf/io/coded_stream.h> <google/protobuf/map_entry.h>
    <google/protobuf/message.h> <google/protobuf/repeated_field.h> <google/protobuf/unknown_field_set.h>)
set(json_header <nlohmann/json.hpp>)
set(gtest_header <gtest/gtest.h>)

# What users get is compiled as they do it, which also shows an include that is missing. GCC besides warns of what it
# optimizes in precompiled headers, as if they were ours.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(tidemark_core PRIVATE ${std_headers} ${proto_headers} ${json_header})
    target_precompile_headers(tidemark-cli PRIVATE ${std_headers} ${json_header})
    foreach(target IN ITEMS tidemark_ui tidemark_ui_session)
        if(TARGET ${target})
            target_precompile_headers(${target} PRIVATE ${std_headers} <QtWidgets>)
        endif()
    endforeach()
endif()
if(TARGET tidemark_test_support)
    target_precompile_headers(tidemark_test_support PRIVATE ${std_headers} ${proto_headers})
endif()
if(TARGET core_tests)
    target_precompile_headers(core_tests PRIVATE ${std_headers} ${proto_headers} ${json_header} ${gtest_header})
endif()
if(TARGET ui_tests)
    target_precompile_headers(ui_tests PRIVATE ${std_headers} ${gtest_header} <QtWidgets> <QtTest>)
endif()
