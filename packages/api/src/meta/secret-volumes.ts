/**
 * Volume types of a Pod whose Secret is named in `secretRef`. Nodes request these Secrets and the node authorizer
 * grants them: both use this list.
 */
export const SECRET_REF_VOLUMES = ["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"] as const;
