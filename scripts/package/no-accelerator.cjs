// Bundled in place of an optional accelerator of lmdb's serializer, which Kiln does not use.
throw new Error("not part of this bundle");
