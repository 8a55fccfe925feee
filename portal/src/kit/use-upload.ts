import { useEffect, useRef, useState } from "react";
import { failureText } from "../api/failure-text";

export interface UploadWatch {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

export type UploadState =
  | { phase: "empty" }
  | { phase: "running"; name: string; share: number }
  | { phase: "failed"; name: string; text: string; retry: () => void }
  | { phase: "cancelled" }
  | { phase: "done"; name: string };

export interface Upload {
  state: UploadState;
  start: (file: File) => void;
  cancel: () => void;
  /** Removes the file that was sent. */
  remove: () => void;
}

interface UploadOptions<Answer> {
  call: (file: File, watch: UploadWatch) => Promise<Answer>;
  /** Called with the answer of the server, and with `undefined` when the file is removed. */
  onDone: (answer: Answer | undefined) => void;
}

/** Sends one file and reports the progress. `cancel` stops it, and so does leaving the page. */
export function useUpload<Answer>({ call, onDone }: UploadOptions<Answer>): Upload {
  const [state, setState] = useState<UploadState>({ phase: "empty" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    // Events of a replaced or cancelled upload are ignored.
    const show = (next: UploadState) => {
      if (!signal.aborted) setState(next);
    };
    const { name } = file;
    show({ phase: "running", name, share: 0 });
    const onProgress = (share: number) => show({ phase: "running", name, share });
    call(file, { signal, onProgress }).then(
      (answer) => {
        if (signal.aborted) return;
        onDone(answer);
        show({ phase: "done", name });
      },
      (error: unknown) => show({ phase: "failed", name, text: failureText(error), retry: () => start(file) }),
    );
  };
  const cancel = () => {
    running.current?.abort();
    setState({ phase: "cancelled" });
  };
  const remove = () => {
    onDone(undefined);
    setState({ phase: "empty" });
  };
  return { state, start, cancel, remove };
}
