/** Code or texts could not be fetched because the server could not be reached: no newer build is the reason. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";

  constructor(cause: unknown) {
    super("The server cannot be reached", { cause });
  }
}
