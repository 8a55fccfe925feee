/** Code or texts did not load, because the server could not be reached (and not because of a newer build). */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";

  constructor(cause: unknown) {
    super("The server cannot be reached", { cause });
  }
}
