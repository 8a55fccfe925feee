/** The screen widths from which the styles of each name apply. */
export const BREAKPOINTS = { xs: "420px", sm: "640px", md: "768px", lg: "960px", xl: "1200px" };

/** The container of a list, whose width decides its columns; beside the side menu it is narrower than the screen. */
export const LIST_PLACE = { containerType: "inline-size", containerName: "list" };

/** In these containers a list leaves out its minor columns … */
export const CRAMPED_LIST = "@container list (max-width: 820px)";
/** … and in these the first of them: beside the side menu on a screen of 1366 pixels. */
export const NARROW_LIST = "@container list (max-width: 1100px)";

/** The widest container in which columns stand closer together: beside the side menu on a screen of 1440 pixels. */
const CLOSE = 1160;
export const CLOSE_LIST = `@container list (max-width: ${CLOSE}px)`;
export const WIDE_LIST = `@container list (min-width: ${CLOSE + 1}px)`;
