/**
 * The kinds whose definitions wait for their objects to go. Knows where their objects rest, so that the definition is
 * looked at again whenever one of them is gone.
 */
export interface TerminatingKinds {
  add(definitionKey: string, prefix: string): void;
  remove(definitionKey: string): void;
  definitionKeys(): readonly string[];
  /** Takes the key of something that was deleted; runs the clean-up of the kind it belonged to, if that waits. */
  touch(key: string): void;
}

/** Objects that go while a clean-up runs cause one more run, however many they are. */
export function createTerminatingKinds(cleanUp: (definitionKey: string) => Promise<void>): TerminatingKinds {
  interface Kind {
    readonly prefix: string;
    isRunning: boolean;
    isDue: boolean;
  }
  const kinds = new Map<string, Kind>();

  const run = async (definitionKey: string, kind: Kind) => {
    kind.isRunning = true;
    while (kind.isDue) {
      kind.isDue = false;
      await cleanUp(definitionKey);
    }
    kind.isRunning = false;
  };

  return {
    add(definitionKey, prefix) {
      if (!kinds.has(definitionKey)) {
        kinds.set(definitionKey, { prefix, isRunning: false, isDue: false });
      }
    },
    remove: (definitionKey) => {
      kinds.delete(definitionKey);
    },
    definitionKeys: () => [...kinds.keys()],
    touch(key) {
      for (const [definitionKey, kind] of kinds) {
        kind.isDue ||= key.startsWith(kind.prefix);
        if (kind.isDue && !kind.isRunning) {
          void run(definitionKey, kind);
        }
      }
    },
  };
}
