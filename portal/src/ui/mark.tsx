/** The mark, with the same path as src/theme/mark.svg. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M3.7 2L20.3 2L17.25 6L6.75 6zM22 3.7L22 20.3L18 17.25L18 6.75zM20.3 22L3.7 22L6.75 18L17.25 18zM2 20.3L2 3.7L6 6.75L6 17.25zM10.4 9h3.2a1.4 1.4 0 0 1 1.4 1.4v3.2a1.4 1.4 0 0 1-1.4 1.4h-3.2a1.4 1.4 0 0 1-1.4-1.4v-3.2a1.4 1.4 0 0 1 1.4-1.4z" />
    </svg>
  );
}
