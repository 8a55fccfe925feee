// A chunk of its own, loaded with the first list that has such a filter.
export { SearchInput as default } from "../search-input";
