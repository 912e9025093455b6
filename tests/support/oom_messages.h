#pragma once

#include "core/oom/event_merger.h"
#include "core/oom/log_reader.h"
#include "core/oom/message_writer.h"
#include "core/text/amount.h"
#include "tests/support/exact_buffer.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::test {

/// Returns the messages of a log that is read in parts of a given size. Each part ends at the end of its heap block.
inline std::vector<oom::Message> messagesOf(std::string_view log, std::size_t part = std::string::npos)
{
    std::vector<oom::Message> messages;
    oom::LogReader reader([&](oom::Message message) { messages.push_back(std::move(message)); });
    while (!log.empty()) {
        reader.push(ExactBuffer(log.substr(0, part)).view());
        log.remove_prefix(std::min(part, log.size()));
    }
    reader.finish();
    return messages;
}

/// Returns the events of a log: its messages without repetitions.
inline std::vector<oom::Message> eventsIn(std::string_view log)
{
    std::vector<oom::Message> events;
    oom::EventMerger merger([&](oom::Message message) { events.push_back(std::move(message)); });
    for (oom::Message& message : messagesOf(log))
        merger.add(std::move(message));
    merger.finish();
    return events;
}

/// Returns the texts of the messages in a folder, sorted.
inline std::vector<std::string> textsIn(const std::string& folder)
{
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".txt") {
            std::ifstream file(entry.path(), std::ios::binary);
            texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    std::ranges::sort(texts);
    return texts;
}

/// Returns JSON as the command `oom` writes it.
inline std::string jsonOf(const std::vector<oom::Message>& messages)
{
    std::ostringstream out;
    const auto writer = oom::makeMessageWriter(out, TableFormat::Json);
    for (const oom::Message& message : messages)
        writer->write("log", message);
    writer->finish();
    return out.str();
}

inline Amount exact(std::int64_t bytes)
{
    return {bytes, 0};
}

/// Replaces the non-breaking spaces between numbers and units with ordinary ones.
inline std::string plain(std::string text)
{
    for (std::size_t at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0"))
        text.replace(at, 2, " ");
    return text;
}

/// Formats a number with a printf() format such as "[rank%zu]: ". The result has at most 99 characters.
inline std::string number(const char* format, std::size_t value)
{
    char text[100];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

} // namespace tidemark::test
