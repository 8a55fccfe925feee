// A storage adapter of oidc-provider that uses Maps, like its own in-memory adapter, but without
// that one's limit of a thousand entries, which the benchmark would reach.
const entries = new Map();
const sessions = new Map();
const grants = new Map();

export class MemoryStore {
  constructor(model) {
    this.model = model;
  }

  key(id) {
    return `${this.model}:${id}`;
  }

  async upsert(id, payload, expiresIn) {
    const key = this.key(id);
    entries.set(key, { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
    if (this.model === 'Session') sessions.set(payload.uid, id);
    if (payload.grantId && this.model !== 'Session') {
      let members = grants.get(payload.grantId);
      if (!members) grants.set(payload.grantId, (members = new Set()));
      members.add(key);
    }
  }

  async find(id) {
    const entry = entries.get(this.key(id));
    return entry && entry.until > Date.now() ? entry.payload : undefined;
  }

  async findByUid(uid) {
    return this.find(sessions.get(uid));
  }

  async consume(id) {
    const entry = entries.get(this.key(id));
    if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id) {
    entries.delete(this.key(id));
  }

  async revokeByGrantId(grantId) {
    for (const key of grants.get(grantId) ?? []) entries.delete(key);
    grants.delete(grantId);
  }
}

// Deletes expired entries, so that memory does not grow throughout a long run.
setInterval(() => {
  const now = Date.now();
  for (const [key, entry] of entries) if (entry.until <= now) entries.delete(key);
}, 30_000).unref();
