import type { LintRule } from "../lint-rule.ts";

/** Size limit of all annotations together: kubectl apply stores a copy of the object in one of them. */
const MAX_ANNOTATIONS_BYTES = 256 * 1024;
/** Size limit of a write in etcd. */
const MAX_OBJECT_BYTES = 1536 * 1024;

export const definitionSize: LintRule = {
  id: "definition-size",
  severity: "warning",
  about: "the CRD is too large for kubectl apply, or for the store",
  async find({ object }, server) {
    const { sizeBytes: bytes } = await server.judge(object);
    const size = `this CRD has ${Math.round(bytes / 1024)} KiB`;
    if (bytes > MAX_OBJECT_BYTES) {
      return [{ path: [], message: `${size}: etcd takes 1536 KiB at most` }];
    }
    return bytes > MAX_ANNOTATIONS_BYTES
      ? [{ path: [], message: `${size}: kubectl apply takes 256 KiB at most without --server-side` }]
      : [];
  },
};
