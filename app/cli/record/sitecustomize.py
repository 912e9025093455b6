# This file is a part of Tidemark (Apache License 2.0). `tidemark-cli record` writes it into a folder of a recording,
# and puts that folder in front of PYTHONPATH. Python then executes it when it starts.
#
# If the program uses JAX, it saves JAX's device memory profile in the recording when the program ends. JAX has no
# environment variable for that. Nothing else about the program may change: this file prints nothing, and its own errors
# are ignored. Every Python of the command executes it, so it has to be valid in all versions of Python 2 and 3.
import sys


def _install():
    import os

    here = os.path.dirname(os.path.abspath(__file__))
    if os.path.basename(here) != "tidemark_start":  # another file executes this one in its place
        return False
    sys.path[:] = [path for path in sys.path if path != here]
    if sys.version_info < (3, 9):  # JAX needs at least that
        return True

    def save(process):
        # This function only reads what JAX has already made. It never starts a backend, and it takes no lock.
        try:
            if os.getpid() != process:  # this is a fork, and JAX cannot be used in it
                return
            client = getattr(sys.modules.get("jax._src.xla_bridge"), "_default_backend", None)
            if client is None or client.platform not in ("cpu", "gpu", "cuda", "rocm", "tpu"):
                return  # plugins of other makers may not have these functions
            if not client.live_arrays():  # the profile would have no figures
                return
            import gzip

            profile = gzip.compress(client.heap_profile())
            # The name has the number of the process, because the command may run several programs at once. The
            # recorder renames the file afterwards.
            path = os.path.join(os.path.dirname(here), "memory_%d.prof" % process)
            number = os.open(path + ".part", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(profile)
                os.rename(path + ".part", path)
            except BaseException:
                os.unlink(path + ".part")
        except BaseException:
            pass

    def when_jax_is_imported():
        import atexit
        import threading

        # JAX closes its backends in an atexit function, and functions run in the opposite order of their
        # registration. So save() is registered when the main thread ends. It then runs first, after all threads.
        threading._register_atexit(atexit.register, save, os.getpid())

    class Watcher:
        """Notices the import of JAX. It finds no module itself, so other finders are asked as before."""

        waits = True

        @classmethod
        def find_spec(cls, name, path=None, target=None):
            if name == "jax" and cls.waits:
                cls.waits = False
                try:
                    when_jax_is_imported()
                except Exception:  # the interpreter is ending, or it is not CPython
                    pass
            return None

    # A program without JAX pays for this finder alone. To import threading here would take three times as long, and an
    # audit hook would make every import and every open slower.
    sys.meta_path.insert(0, Watcher)
    return True


# Another file with this name, of the user or of the distribution, is executed as if this one did not exist. If there is
# none, the exception is the one that Python expects then.
if __name__ == "sitecustomize" and _install():
    _this = sys.modules.pop(__name__)  # Python 2 would clear this module without a reference to it
    import sitecustomize
