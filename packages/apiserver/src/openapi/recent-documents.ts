/** Maximum bytes in memory; a document larger than this is not kept. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface RecentDocuments {
  /** Document with this key; calls `make` unless it is cached. */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Cache of documents, evicting the least recent. It is small, because clients request one document or all of them. */
export function createRecentDocuments(maxBytes: number = MAX_BYTES): RecentDocuments {
  const documents = new Map<string, Uint8Array>();
  let heldBytes = 0;
  const drop = (key: string, document: Uint8Array): void => {
    documents.delete(key);
    heldBytes -= document.byteLength;
  };
  return {
    async get(key, make) {
      const document = documents.get(key) ?? (await make());
      const before = documents.get(key);
      if (before !== undefined) {
        drop(key, before);
      }
      documents.set(key, document);
      heldBytes += document.byteLength;
      for (const [oldest, old] of documents) {
        if (heldBytes <= maxBytes) {
          break;
        }
        drop(oldest, old);
      }
      return document;
    },
  };
}
