import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startKiln } from "../../server/start-server.ts";

/** Certificates, keys and tokens that all servers of one experiment share. */
export interface Material {
  /** Path of a Kiln data folder with `pki` in it. */
  readonly folder: string;
  readonly tokenFile: string;
}

export function nodeName(index: number): string {
  return `node-${index}`;
}

/** Token of the agent on one node. */
export function nodeToken(index: number): string {
  return `token-of-${nodeName(index)}`;
}

/** Lets Kiln create certificates on a first start, and creates a token for each of `nodes` agents. */
export async function makeMaterial(folder: string, nodes: number): Promise<Material> {
  mkdirSync(folder, { recursive: true });
  const server = await startKiln();
  cpSync(join(server.folder, "pki"), join(folder, "pki"), { recursive: true });
  await server.close();
  const tokenFile = join(folder, "tokens.csv");
  const lines = Array.from({ length: nodes }, (_, index) => {
    const user = `system:node:${nodeName(index)}`;
    return `${nodeToken(index)},${user},${user},"system:nodes"\n`;
  });
  writeFileSync(tokenFile, lines.join(""), { mode: 0o600 });
  return { folder, tokenFile };
}
