import { parseYaml } from "@kiln/api/yaml";
import { ovens } from "../kubectl/manifests.ts";
import { openConnection, readKubeconfig, readText } from "../replay/connection.ts";

const ANSWER_TIMEOUT_MS = 10_000;

/** Creates the CRD of ovens without a client under test. */
export async function createOvenDefinition(kubeconfig: string): Promise<void> {
  const connection = openConnection(readKubeconfig(kubeconfig));
  try {
    const response = await connection.send({
      method: "POST",
      target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      headers: {},
      payload: JSON.stringify(parseYaml(ovens).value),
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
    const text = await readText(response, ANSWER_TIMEOUT_MS);
    if (response.statusCode !== 201) {
      throw new Error(`the definition was answered ${response.statusCode}: ${text}`);
    }
  } finally {
    connection.close();
  }
}
