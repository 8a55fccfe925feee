/** Values that survive a reload. All tabs share them. */
export interface Store {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(...keys: string[]): Promise<void>;
}

const DATABASE = "atrium-portal";
const TABLE = "session";

/**
 * IndexedDB, because only it can store a non-extractable CryptoKey. If the browser refuses it (some private windows),
 * the values are in memory: everything works, but a reload goes through the sign-in again.
 */
export async function openStore(): Promise<Store> {
  try {
    return databaseStore(await openDatabase());
  } catch {
    return memoryStore();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("IndexedDB refused"));
  });
}

function databaseStore(database: IDBDatabase): Store {
  function run<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<T>[]): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(TABLE, mode, { durability: "strict" });
      const [first] = work(transaction.objectStore(TABLE));
      // At the end of the transaction the value is on disk.
      transaction.oncomplete = () => resolve(first?.result as T);
      transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB aborted"));
    });
  }
  return {
    get: <T>(key: string) =>
      run<T | undefined>("readonly", (table) => [table.get(key) as IDBRequest<T | undefined>]),
    set: async (key, value) => {
      await run("readwrite", (table) => [table.put(value, key)]);
    },
    delete: async (...keys) => {
      await run("readwrite", (table) => keys.map((key) => table.delete(key)));
    },
  };
}

export function memoryStore(): Store {
  const values = new Map<string, unknown>();
  return {
    get: <T>(key: string) => Promise.resolve(values.get(key) as T | undefined),
    set: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
    delete: (...keys) => {
      for (const key of keys) values.delete(key);
      return Promise.resolve();
    },
  };
}
