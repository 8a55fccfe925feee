/**
 * True for a key or an input of an input method (Chinese, Japanese, …) that has not finished its word: nothing may take or
 * send it. Safari calls the key that finishes a word 229.
 */
export function composes(event: Event | { nativeEvent: Event }): boolean {
  const { isComposing, keyCode } = ("nativeEvent" in event ? event.nativeEvent : event) as {
    isComposing?: boolean;
    keyCode?: number;
  };
  return isComposing === true || keyCode === 229;
}
