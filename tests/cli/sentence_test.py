#!/usr/bin/env python3
"""sentence_test.py TIDEMARK_CLI: the sentence that explains a peak, against sums over the buffers at the peak.

Each case names a sample, a memory, the buffers that the sentence is about, and words with {share}, {count} and {amount}:
the share of these buffers in the occupied bytes in percent, their number, and their bytes in the unit that follows.
"""
import re
import unittest

import tool

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def occupied(rows):
    return sum(row["size_bytes"] - row["overlap_bytes"] for row in rows)


def is_argument(row):
    return row["kind"] == "parameter"


def of_category(category, role=None):
    return lambda row: row["category"] == category and role in (None, row["role"])


def is_score(row):
    return row["source_line"] in (33, 37) and re.match(r"bf16\[8,(4|8),(2,)?2048,2048(,2)?\]|bf16\[4,4,(2,)?2048,2048", row["shape"] or "")


def is_logits(vocabulary):
    return lambda row: row["category"] == "activations" and f"2048,{vocabulary}]" in (row["shape"] or "").split("{")[0]


def of_operation(end):
    return lambda row: row["kind"] == "temporary" and (row["op_name"] or "").endswith(end)


# path below the samples or tests/data, options, buffers, words
CASES = [
    ("tpu_hlo/add.hlo.pb", [], is_argument, "{share} are two 2 MiB arguments; "),
    ("tpu_hlo/conv.hlo.pb", [], lambda row: of_operation("conv_general_dilated")(row),
     "Peak in the backward pass (progs.py:128): {count} activations of {amount GiB} together (one saved, two activation"
     " gradients) of conv_general_dilated are {share}"),
    ("tpu_hlo/offload.hlo.pb", [], is_argument, "{share} are two arguments of {amount MiB} together"),
    ("tpu_hlo/offload.hlo.pb", ["--space", "Host"], is_argument,
     "{share} is one argument in host memory: optimizer state {amount MiB}."),
    ("tpu_hlo/padded.hlo.pb", [], lambda row: row["op_name"] == "x", "{share} is the {amount MiB} argument x."),
    ("tpu_hlo/pallas.hlo.pb", [], of_operation("pallas_call"),
     "one {amount MiB} buffer bf16[8192,8192] of tiled_matmul/pallas_call (progs.py:90) is {share}"),
    ("pairs/train_scan.hlo.pb.gz", [], of_category("activations", "saved"),
     "six 128 MiB stacks bf16[8,16,256,2048] of mlp activations of 8 loop iterations"),
    ("pairs/train_remat.hlo.pb.gz", [], is_argument, "{share} are arguments: model parameters 32 of 42 MiB, inputs 4 MiB"),
    ("memory_analysis/cpu_step.serialized_buffer_assignment.pb", [], lambda row: row["kind"] == "temporary",
     "One {amount MiB} temporary allocation, counted whole because the file has no live ranges of its buffers, is {share}"),
    ("gpu/h100x4.xplane.pb", ["--space", "1"], lambda row: True, "Peak at gpu_aot.py:44: one {amount MiB} buffer"),
    ("sessions/tpu_v5e_inference/plugins/profile/2026_11_20_09_00_00/gemma-inference-w-0.xplane.pb", [], is_argument,
     "{share} are arguments: KV cache 3.25 of 3.31 GiB, model parameters 1.22 of 1.30 GiB."),
    ("sessions/tpu_v5e_inference/plugins/profile/2026_11_20_09_00_00/gemma-inference-w-11.xplane.pb", [], is_argument,
     "{share} are arguments: KV cache 4.88 of 4.97 GiB, model parameters 1.22 of 1.33 GiB."),
    ("sessions/tpu_v5e_inference_undonated", [], of_category("kv_cache", "new"),
     "{share} is the new KV cache, {amount GiB}, written next to the old one because that is not donated"),
    ("sessions/tpu_v5e_training", ["--module", "jit_train_step(137)"], is_score,
     "{count} 512 MiB attention score matrices (lm.py:33) saved for it are {share}"),
    ("sessions/tpu_v5e_training", ["--module", "jit_train_step(137)"], is_logits(8192),
     "{amount MiB} of logits saved for it is {share}"),
    ("sessions/tpu_v5e_training", ["--module", "jit_train_step(206)"], is_score,
     "{count} 512 MiB recomputed attention score matrix (lm.py:33) is {share}"),
    ("sessions/tpu_mixed", ["--module", "jit_train_step(7)"], is_score,
     "Peak in the backward pass of attention (lm.py:33): {count} 1 GiB attention score matrices (one recomputed, two"
     " activation gradients) are {share}"),
    ("tpu_hlo/train_24layers_v5p.hlo.pb", [], is_score,
     "{count} 256 MiB attention score matrices (one recomputed, two activation gradients) are {share}"),
    ("tpu_hlo/train_24layers_v5p.hlo.pb", [], is_argument, "{share} are arguments: optimizer state "),
    ("gpu/run_scan_h100.after_optimizations.hlo.pb", [], of_category("kv_cache", "copy"),
     "{count} copies of the KV cache of {amount GiB} together are {share}"),
    ("meaning/ppo.hlo.pb", [], of_category("inputs", "copy"),
     "{count} copies of the inputs of {amount MiB} together are {share}"),
]


def share_of(part, whole):
    percent = part * 100 / whole
    if part < whole and percent >= 99.5:
        return "more than 99 %"
    return f"{int(percent + 0.5)} %"


def amount_of(size, unit):
    number = size / UNITS[unit]
    text = f"{number:.2f}" if number < 100 else f"{number:.1f}"
    return f"{number:.0f} {unit}" if number == int(number) else f"{text} {unit}"


def sentence_of(*arguments):
    return tool.answer("report", *arguments, "--format", "json")["sentence"].replace("\u00a0", " ")


def find(name):
    for root in filter(None, (tool.DATA, tool.SAMPLES)):
        if (root / name).exists():
            return root / name
    return None


class Sentences(unittest.TestCase):
    def test_shares_and_amounts_are_those_of_the_buffers(self):
        checked = 0
        for name, options, selected, words in CASES:
            path = find(name)
            if path is None:
                continue
            with self.subTest(sample=name, words=words):
                rows = tool.answer("buffers", path, *options, "--at", "peak", "--format", "json")
                chosen = [row for row in rows if selected(row) and row["size_bytes"] > row["overlap_bytes"]]
                self.assertTrue(chosen)
                expected = words.replace("{share}", share_of(occupied(chosen), occupied(rows)))
                expected = expected.replace("{count}", WORDS[len(chosen)] if len(chosen) < len(WORDS) else str(len(chosen)))
                expected = re.sub(r"\{amount (\w+)\}", lambda unit: amount_of(occupied(chosen), unit[1]), expected)
                self.assertIn(expected.lower(), sentence_of(path, *options).lower())
                checked += 1
        self.assertGreaterEqual(checked, 10)

    def test_every_command_says_the_same(self):
        path = tool.DATA / "tpu_hlo" / "conv.hlo.pb"
        sentence = sentence_of(path)
        for command in ("report", "summary", "advise"):
            with self.subTest(command=command):
                text = " ".join(tool.run(command, path).stdout.decode().replace("\u00a0", " ").split())
                self.assertIn(sentence, text)
        findings = tool.answer("advise", path, "--format", "json")
        self.assertEqual({each["sentence"].replace("\u00a0", " ") for each in findings}, {sentence})

    def test_a_lower_bound_is_one_in_every_line(self):
        path = tool.DATA / "tenstorrent" / "toy_profile.log"
        options = [path, "--module", "all", "--space", "L1_SMALL"]
        report = tool.run("report", *options).stdout.decode()
        self.assertEqual("The peak is at least " in report, "\nPeak at least " in report, report)
        path = find("tenstorrent/tt-xla/toy_decoder_20260122_143957/toy_decoder_memory.json")
        if path:
            report = tool.run(path).stdout.decode()
            self.assertIn("The peak is at least ", report)
            self.assertIn("\nPeak at least ", report)

    def test_a_log_names_its_failed_allocation_and_the_largest_buffer(self):
        path = tool.DATA / "tenstorrent" / "toy_profile.log"
        self.assertEqual(
            sentence_of(path, "--module", "all"),
            f"An allocation failed in line 45: a DRAM buffer of {amount_of(141557760, 'MiB')} needs"
            f" {amount_of(11796480, 'MiB')} in each of 12 banks, where {amount_of(12661504, 'MiB')} is free, but the memory"
            f" is fragmented and the largest free block has {amount_of(6266880, 'MiB')}.")
        options = ["--module", "all", "--space", "L1_SMALL"]
        peak = tool.answer("report", path, *options, "--format", "json")["peak_bytes"]
        rows = tool.answer("buffers", path, *options, "--at", "peak", "--format", "json")
        share = share_of(max(row["size_bytes"] for row in rows), peak)
        self.assertIn(f": {share} is not attributed to any operation.", sentence_of(path, *options))

    def test_messages_name_what_they_list(self):
        for name, words in [
            ("tpu_vmem_2026_pallas_full.txt", "three of four listed buffers are u8[67108864], 192 MiB in all"),
            ("tpu_hbm_compile_2024_easydel_v4.txt",
             "Over by 33.05 GiB: needs 63.80 of 30.75 GiB of HBM; the one listed buffer is an attention score matrix"
             " f32[32,4096,4096] of 2 GiB"),
        ]:
            path = find("oom/" + name)
            if path is not None:
                with self.subTest(message=name):
                    self.assertIn(words, sentence_of(path))


if __name__ == "__main__":
    tool.main()
