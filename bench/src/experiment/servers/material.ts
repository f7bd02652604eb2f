import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startKiln } from "../../server/start-server.ts";

/** Certificates, keys and tokens that all servers of one experiment share. */
export interface Material {
  /** As Kiln's data folder has it, with `pki` in it. */
  readonly folder: string;
  readonly tokenFile: string;
}

export function nodeName(index: number): string {
  return `node-${index}`;
}

/** The credential of a node's agent: that node's alone. */
export function nodeToken(index: number): string {
  return `token-of-${nodeName(index)}`;
}

/** Lets a Kiln make certificates on its first start, and gives `nodes` agents a token each. */
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
