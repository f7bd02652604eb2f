// Writes tar archives that are byte-identical for equal content, on any machine: without owners and times.

const BLOCK = 512;

/**
 * @typedef {{ path: string, content?: Buffer, mode?: number, link?: string }} TarEntry
 * A folder if it has neither content nor link.
 */

/**
 * @param {readonly TarEntry[]} entries in the order of the archive
 * @returns {Buffer}
 */
export function writeTar(entries) {
  const parts = entries.flatMap((entry) => {
    const { content = Buffer.alloc(0) } = entry;
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [header(entry), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** @param {TarEntry} entry */
function header({ path, content, link, mode }) {
  const isFolder = content === undefined && link === undefined;
  const name = isFolder ? `${path.replace(/\/$/, "")}/` : path;
  if (Buffer.byteLength(name) > 100) {
    throw new Error(`too long for this archive: ${name}`);
  }
  const block = Buffer.alloc(BLOCK);
  const octal = (/** @type {number} */ value, /** @type {number} */ width) =>
    `${value.toString(8).padStart(width - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(mode ?? (isFolder ? 0o755 : 0o644), 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(content?.length ?? 0, 12), 124);
  block.write(octal(0, 12), 136);
  block.write("        ", 148);
  block.write(isFolder ? "5" : link === undefined ? "0" : "2", 156);
  block.write(link ?? "", 157);
  block.write("ustar\0", 257);
  block.write("00", 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
