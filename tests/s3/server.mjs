// An S3 server for the tests, on s3rver.
//
//     node server.mjs
//
// The first line it prints is its port on 127.0.0.1. It has the empty bucket "atrium" and ends when its standard input
// ends. Its key is S3RVER, with the secret S3RVER.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

const directory = mkdtempSync(join(tmpdir(), "atrium-s3-"));
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: "atrium" }],
});
const { port } = await server.run();
console.log(port);
process.stdin.resume();
process.stdin.on("end", () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
