/**
 * Volume types of a Pod that reference a Secret in `secretRef`. The kubelet requests these Secrets and the node
 * authorizer allows it: both use this list.
 */
export const SECRET_REF_VOLUMES = ["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"] as const;
