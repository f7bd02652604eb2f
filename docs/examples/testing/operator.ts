import {
  CoreV1Api,
  CustomObjectsApi,
  type KubeConfig,
  type KubernetesObject,
  makeInformer,
} from "@kubernetes/client-node";

interface Backup extends KubernetesObject {
  spec: { volume: string };
}

/** The operator under test: creates a ConfigMap for every Backup, owned by it. Returns a function that stops it. */
export async function startOperator(config: KubeConfig): Promise<() => Promise<void>> {
  const core = config.makeApiClient(CoreV1Api);
  const custom = config.makeApiClient(CustomObjectsApi);
  const backups = { group: "example.com", version: "v1", plural: "backups" };
  const list = () => custom.listCustomObjectForAllNamespaces(backups);
  const informer = makeInformer<Backup>(config, "/apis/example.com/v1/backups", list);
  informer.on("add", async ({ metadata, spec }) => {
    const { name = "", namespace = "", uid = "" } = metadata ?? {};
    const owner = { apiVersion: "example.com/v1", kind: "Backup", name, uid };
    const body = { metadata: { name, ownerReferences: [owner] }, data: { command: `backup ${spec.volume}` } };
    await core.createNamespacedConfigMap({ namespace, body });
  });
  await informer.start();
  return () => informer.stop();
}
