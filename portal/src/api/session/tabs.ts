import { BASE } from "../../address/base";

/** A message from one tab to the others. It never contains a token. */
export type Notice = { kind: "ended" } | { kind: "changed"; subject: string };

interface Ears {
  ended(): void;
  changed(subject: string): void;
}

/** The channel between the tabs of this browser. A tab does not get its own messages. */
export class Tabs {
  private readonly channel = new BroadcastChannel(`atrium.session${BASE}`);

  say(notice: Notice): void {
    this.channel.postMessage(notice);
  }

  listen(ears: Ears): void {
    this.channel.onmessage = ({ data }: MessageEvent<Notice>) => {
      if (data.kind === "ended") ears.ended();
      else ears.changed(data.subject);
    };
  }
}
