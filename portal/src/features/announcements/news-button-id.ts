/** The button of the announcements in the header: it gets the focus when what it stands for closes. */
export const NEWS_BUTTON = "news-button";
