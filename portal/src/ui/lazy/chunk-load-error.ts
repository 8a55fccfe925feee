/** The code or style of a page did not load. The specification gives the names. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  readonly code: "ChunkLoadError" | "CSS_CHUNK_LOAD_FAILED";

  constructor(cause: unknown) {
    super("Part of the page could not be loaded", { cause });
    // Vite's message if the style sheet of a chunk fails.
    const style = cause instanceof Error && cause.message.includes("preload CSS");
    this.code = style ? "CSS_CHUNK_LOAD_FAILED" : "ChunkLoadError";
  }
}
