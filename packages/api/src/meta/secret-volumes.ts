/**
 * Volumes of a pod whose secret stands in a field `secretRef` of theirs. Nodes ask for these secrets and the server
 * grants them: both go by this one list.
 */
export const SECRET_REF_VOLUMES = ["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"] as const;
