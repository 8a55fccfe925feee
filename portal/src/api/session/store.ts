import { BASE } from "../../address/base";

/** Values that survive a reload. All tabs share them. */
export interface Store {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(...keys: string[]): Promise<void>;
}

const DATABASE = `atrium-portal${BASE}`;
const TABLE = "session";
/** A database that has not answered by then never will. */
const PATIENCE_MS = 2_000;

/**
 * IndexedDB, because only it can store a non-extractable CryptoKey. After the first failure or silence (private
 * windows, a full disk, a browser that stores no key) the values are in memory: everything works, but a reload goes
 * through the sign-in again.
 */
export async function openStore(): Promise<Store> {
  const memory = memoryStore();
  let database: Store | undefined;
  try {
    database = databaseStore(await openDatabase());
  } catch {
    return memory;
  }
  async function attempt<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (database) {
      try {
        return await inTime(work(database));
      } catch {
        database = undefined;
        // Values that stayed on disk would be older than this tab's, and a tab could use a refresh token twice.
        drop();
      }
    }
    return work(memory);
  }
  return {
    get: <T>(key: string) => attempt((store) => store.get<T>(key)),
    set: async (key, value) => {
      await memory.set(key, value);
      await attempt((store) => store.set(key, value));
    },
    delete: async (...keys) => {
      await memory.delete(...keys);
      await attempt((store) => store.delete(...keys));
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    opening.onsuccess = () => {
      const database = opening.result;
      // The page that ends a sign-out deletes the database; an open one would hold it up.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = () => reject(opening.error ?? new Error("IndexedDB refused"));
  });
  return inTime(opened);
}

function drop(): void {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // The browser refuses all of it.
  }
}

/** What `work` gives, or a failure if it takes too long. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE_MS, new Error("IndexedDB is silent"));
    work.then(resolve, reject);
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
