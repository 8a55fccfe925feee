import { describe, expect, it, vi } from "vitest";
import { ChunkLoadError } from "./chunk-load-error";
import { ConnectionLost } from "./connection-lost";
import { loadChunk } from "./load-chunk";

const reachable = () => Promise.resolve(true);
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

/** G-82, X-24, X-25. */
describe("code that cannot be loaded", () => {
  it("reloads once for each build, then passes the failure on", async () => {
    const reload = vi.fn();
    void loadChunk(gone, { build: "build-1", reload, reachable });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await expect(loadChunk(gone, { build: "build-1", reload, reachable })).rejects.toBeInstanceOf(
      ChunkLoadError,
    );
    expect(reload).toHaveBeenCalledOnce();
    void loadChunk(gone, { build: "build-2", reload, reachable });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it("causes no reload if the server can’t be reached, so the reload for the build stays possible", async () => {
    const reload = vi.fn();
    const away = { build: "build-3", reload, reachable: () => Promise.resolve(false) };
    await expect(loadChunk(gone, away)).rejects.toBeInstanceOf(ConnectionLost);
    expect(reload).not.toHaveBeenCalled();
    void loadChunk(gone, { ...away, reachable });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  /** K-10. */
  it("gives up after 120 seconds", async () => {
    vi.useFakeTimers();
    const reload = vi.fn();
    void loadChunk(() => new Promise(() => undefined), { build: "build-1", reload, reachable });
    await vi.advanceTimersByTimeAsync(119_000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("distinguishes a style from a script", () => {
    expect(new ChunkLoadError(new Error("Unable to preload CSS for /a.css")).code).toBe(
      "CSS_CHUNK_LOAD_FAILED",
    );
    expect(new ChunkLoadError(new TypeError("x"))).toMatchObject({
      code: "ChunkLoadError",
      name: "ChunkLoadError",
    });
  });
});
