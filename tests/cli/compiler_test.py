#!/usr/bin/env python3
"""compiler_test.py TIDEMARK_CLI: compares `summary` with the compiler's own report on the samples (CompiledMemoryStats), an
oracle independent of XProf and of Tidemark."""
import unittest

import tool

# libtpu adds this to its temporaries for v4 and v5e programs (31 × 512 bytes; not for a lone Pallas kernel, nor for v5p, v6e and
# the host's memory). No allocation of the buffer assignment contains it, so it is in no figure of Tidemark.
RESERVED = 15872

# session or file, host, module, space: arguments, outputs, aliased, temporaries
REPORTED = {
    ("sessions/tpu_v5e_training", "", "jit_train_step(137)", 0): (192101376, 191911936, 191890432, 5265080320 - RESERVED),
    ("sessions/tpu_v5e_training", "", "jit_train_step(206)", 0): (192101376, 191911936, 191890432, 2032599040 - RESERVED),
    ("sessions/tpu_v5e_inference", "gemma-inference-w-0", "jit_run_scan", 0): (4797161472, 3489671680, 3489662976, 159744000 - RESERVED),
    ("sessions/tpu_v5e_inference", "gemma-inference-w-11", "jit_run_scan", 0): (6541991936, 5234506240, 5234493440, 223936512 - RESERVED),
    ("sessions/tpu_mixed", "", "jit_conv_train(5)", 0): (81348608, 4278272, 0, 3699703808 - RESERVED),
    ("sessions/tpu_mixed", "", "jit_padded(2)", 0): (40518144, 4825600, 0, 360448 - RESERVED),
    ("sessions/tpu_mixed", "", "jit_fused(4)", 0): (134217728, 16384, 0, 134217728),
    ("sessions/tpu_legacy_stat_name", "", "jit_fused(904)", 0): (134217728, 16384, 0, 134217728),
    ("sessions/tpu_mixed", "", "jit_step(3)", 0): (201326592, 67109888, 67108864, 201424896 - RESERVED),
    ("sessions/tpu_mixed", "", "jit_step(3)", 5): (67108864, 67108864, 67108864, 0),
    ("sessions/tpu_mixed", "", "jit_train_step(6)", 0): (390233088, 390103040, 390102016, 5213143040 - RESERVED),
    ("sessions/tpu_mixed", "", "jit_train_step(7)", 0): (1611150336, 1610715808, 1610613760, 4367122432),
    ("tpu_hlo/train_24layers_v5p.hlo.pb", "", "", 0): (616930304, 616642144, 616563712, 1187708928),
    ("tpu_hlo/conv.hlo.pb", "", "", 0): (81348608, 4278272, 0, 3699703808 - RESERVED),
    ("tpu_hlo/padded.hlo.pb", "", "", 0): (40518144, 4825600, 0, 360448 - RESERVED),
    ("tpu_hlo/pallas.hlo.pb", "", "", 0): (134217728, 16384, 0, 134217728),
    ("tpu_hlo/offload.hlo.pb", "", "", 0): (201326592, 67109888, 67108864, 201424896 - RESERVED),
    ("tpu_hlo/offload.hlo.pb", "", "", 5): (67108864, 67108864, 67108864, 0),
}


class CompilersOwnFigures(unittest.TestCase):
    def test_allocations_add_up_to_the_compilers_report(self):
        tested = 0
        for (path, host, module, space), reported in REPORTED.items():
            found = [root / path for root in (tool.DATA, tool.SAMPLES) if root and (root / path).exists()]
            for profile in found:
                with self.subTest(profile=str(profile), module=module, space=space):
                    options = (["--module", module] if module else []) + (["--host", host] if host else [])
                    summary = tool.answer("summary", profile, "--space", space, "--format", "json", *options)
                    self.assertEqual((summary["arguments_bytes"], summary["outputs_bytes"], summary["aliased_bytes"]),
                                     reported[:3])
                    self.assertEqual(summary["temporaries_bytes"], reported[3])
                    self.assertEqual(summary["occupied_peak_bytes"] + summary["fragmentation_bytes"], summary["total_bytes"])
                    tested += 1
        self.assertGreaterEqual(tested, 8)


tool.main()
