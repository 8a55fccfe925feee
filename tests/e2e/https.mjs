// A separate server with a certificate, for tests that need https.
import { certify, makeFolder, removeFolder, startAtrium } from "./server.mjs";

/** Starts a server at `address`, an https address of localhost, with the data of the demonstration. */
export async function serve(address) {
  const folder = makeFolder();
  const { key, cert } = certify(folder);
  const settings = {
    ATRIUM_SERVER__PUBLIC_URL: address,
    ATRIUM_SERVER__TLS_CERT: cert,
    ATRIUM_SERVER__TLS_KEY: key,
  };
  const { atrium, stop } = await startAtrium({ folder, port: new URL(address).port, settings });
  const end = () => {
    stop();
    removeFolder(folder);
  };
  return { folder, atrium, stop: end };
}
