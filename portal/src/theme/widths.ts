/** The widths of the screen from which the styles of a name hold. */
export const BREAKPOINTS = { xs: "420px", sm: "640px", md: "768px", lg: "960px", xl: "1200px" };

/** The place of a list, whose width says which columns it has: beside the side menu it is narrower than the screen. */
export const LIST_PLACE = { containerType: "inline-size", containerName: "list" };

/** The widest place of a list that is cramped. */
const CRAMPED = 820;
export const CRAMPED_LIST = `@container list (max-width: ${CRAMPED}px)`;
export const WIDE_LIST = `@container list (min-width: ${CRAMPED + 1}px)`;
