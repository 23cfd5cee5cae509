/** Drafts of maps, one for each game, kept in this browser: what somebody drew is there when they come back. */

const STORE = "drafts";

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("senki.workshop", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await opened();
  try {
    return await new Promise<T>((done, failed) => {
      const work = base.transaction(STORE, mode);
      const asked = act(work.objectStore(STORE));
      work.oncomplete = () => done(asked.result);
      work.onerror = work.onabort = () => failed(work.error);
    });
  } finally {
    base.close();
  }
}

export const drafts = {
  /** The draft of a game's map, if there is one and it can be read. */
  read: (game: string): Promise<string | null> => within("readonly", (store) => store.get(game)).then((text) => (typeof text === "string" ? text : null), () => null),
  keep: (game: string, text: string): Promise<unknown> => within("readwrite", (store) => store.put(text, game)),
  drop: (game: string): Promise<unknown> => within("readwrite", (store) => store.delete(game)),
};
