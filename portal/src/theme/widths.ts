/** The screen widths from which the styles of each name apply. */
export const BREAKPOINTS = { xs: "420px", sm: "640px", md: "768px", lg: "960px", xl: "1200px" };

/** The container of a list, whose width decides its columns; beside the side menu it is narrower than the screen. */
export const LIST_PLACE = { containerType: "inline-size", containerName: "list" };

/** The widest container in which a list is cramped. */
const CRAMPED = 820;
export const CRAMPED_LIST = `@container list (max-width: ${CRAMPED}px)`;
export const WIDE_LIST = `@container list (min-width: ${CRAMPED + 1}px)`;
