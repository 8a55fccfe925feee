/** What one tab tells the others. No token ever travels here. */
export type Notice = { kind: "ended" } | { kind: "changed"; subject: string };

interface Ears {
  ended(): void;
  changed(subject: string): void;
}

/** The other tabs of this browser. A tab never hears itself. */
export class Tabs {
  private readonly channel = new BroadcastChannel("atrium.session");

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
