// Starts a server in a container for a test. Needs npm install -D testcontainers, and the image loaded or pulled.

import { GenericContainer, Wait } from "testcontainers";

export interface KilnContainer {
  /** Text of the administrator's kubeconfig, with the address of the container. */
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

export async function startKilnContainer(image = "kiln:0.1.0"): Promise<KilnContainer> {
  const container = await new GenericContainer(image)
    .withCommand(["serve", "--store", "memory", "--listen", "0.0.0.0:6443", "--data-dir", "/data/kiln"])
    .withExposedPorts(6443)
    .withWaitStrategy(Wait.forLogMessage(/^ready /))
    .start();
  const archive = await container.copyArchiveFromContainer("/data/kiln/kubeconfig");
  const file = await readTar(archive);
  const address = `https://127.0.0.1:${container.getMappedPort(6443)}`;
  return {
    kubeconfig: file.replace(/server: \S+/, `server: ${address}`),
    stop: async () => {
      await container.stop();
    },
  };
}

const BLOCK = 512;

/** Text of the only file in a tar archive: a block with its name and size, then its bytes. */
async function readTar(archive: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive) {
    chunks.push(Buffer.from(chunk as Uint8Array));
  }
  const bytes = Buffer.concat(chunks);
  const size = Number.parseInt(bytes.toString("latin1", 124, 136), 8);
  return bytes.toString("utf8", BLOCK, BLOCK + size);
}
