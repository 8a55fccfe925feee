/** The tab and the person before it. */
export interface Place {
  /** Navigates to another document. */
  to(url: string): void;
  reload(): void;
  /** Whether leaving this document would lose what somebody typed. */
  holdsWork(): boolean;
  /** Whether somebody uses this tab now. */
  isAttended(): boolean;
}
