import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { i18n, loadTexts, startTexts } from "../i18n/i18n";
import { renderPart } from "../testing/render";
import { SideDrawer } from "../ui/side-drawer";
import { OpenLink } from "./open-link";
import { OpenedParts } from "./opened-parts";
import { useOpened } from "./use-opened";

interface Thing {
  id: string;
  name: string;
  mayEdit: boolean;
}
type Open = { what: "add" } | { what: "details" | "edit" | "delete"; thing: Thing };
type View = "details" | "edit";

const ROWS: Thing[] = [
  { id: "1", name: "First", mayEdit: true },
  { id: "2", name: "Second", mayEdit: false },
];

function Page() {
  const [rows, setRows] = useState(ROWS);
  const opened = useOpened<Open, View>({
    name: "thing",
    views: ["details", "edit"],
    idOf: (open) => ("thing" in open ? open.thing.id : undefined),
    fresh: { "": { what: "add" } },
  });
  const { onOpen, onClose } = opened;
  return (
    <main>
      {rows.map((thing) => (
        <OpenLink key={thing.id} opened={opened} open={{ what: "details", thing }}>
          {thing.name}
        </OpenLink>
      ))}
      <button onClick={() => onOpen({ what: "add" })}>Add</button>
      <button onClick={() => setRows(rows.map((row) => ({ ...row, name: `New ${row.name}` })))}>
        Rename
      </button>
      <OpenedParts<Open, View, Thing>
        opened={opened}
        rows={rows}
        rowKey={({ id }) => id}
        actionsOf={({ mayEdit }) => [{ key: "details" }, ...(mayEdit ? [{ key: "edit" }] : [])]}
        openOf={(what, thing) => ({ what, thing })}
      >
        {(open) => (
          <SideDrawer
            title={"thing" in open ? `${open.what} ${open.thing.name}` : open.what}
            onClose={onClose}
          >
            {"thing" in open && (
              <>
                <button onClick={() => onOpen({ what: "edit", thing: open.thing })}>To edit</button>
                <button onClick={() => onOpen({ what: "delete", thing: open.thing })}>To delete</button>
              </>
            )}
          </SideDrawer>
        )}
      </OpenedParts>
    </main>
  );
}

async function renderPage(address: string) {
  await startTexts();
  await loadTexts(["list"]);
  await i18n.changeLanguage("en-us");
  const view = renderPart(<Page />, address);
  return { ...view, search: () => view.router.state.location.search };
}

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("what is open beside a list", () => {
  it("opens from a link in the address, and closing keeps the filters", async () => {
    const { user, search } = await renderPage("/?q=a&thing=1&view=edit");
    await screen.findByRole("dialog", { name: "edit First" });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await gone();
    expect(search()).toBe("?q=a");
  });

  it("gives names an address, and Back closes what it opened", async () => {
    const { user, router, search } = await renderPage("/?q=a");
    expect(screen.getByRole("link", { name: "Second" }).getAttribute("href")).toBe("/?q=a&thing=2");
    await user.click(screen.getByRole("link", { name: "First" }));
    await screen.findByRole("dialog", { name: "details First" });
    expect(search()).toBe("?q=a&thing=1");
    await router.navigate(-1);
    await gone();
    expect(search()).toBe("?q=a");
  });

  it("goes one step back when it closes, however many drawers followed each other", async () => {
    const { user, router, search } = await renderPage("/?q=a");
    await user.click(screen.getByRole("link", { name: "First" }));
    await user.click(await screen.findByRole("button", { name: "To edit" }));
    await screen.findByRole("dialog", { name: "edit First" });
    expect(search()).toBe("?q=a&thing=1&view=edit");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await gone();
    expect(search()).toBe("?q=a");
    await router.navigate(1);
    await screen.findByRole("dialog", { name: "edit First" });
    expect(search()).toBe("?q=a&thing=1&view=edit");
  });

  it("shows the row as it is by then after Back and Forward", async () => {
    const { user, router } = await renderPage("/");
    await user.click(screen.getByRole("link", { name: "First" }));
    await user.click(await screen.findByRole("button", { name: "To edit" }));
    await screen.findByRole("dialog", { name: "edit First" });
    await router.navigate(-1);
    await gone();
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await router.navigate(1);
    await screen.findByRole("dialog", { name: "edit New First" });
  });

  it("closes a question together with the drawer that asked it", async () => {
    const { user, search } = await renderPage("/?thing=1");
    await user.click(await screen.findByRole("button", { name: "To delete" }));
    await screen.findByRole("dialog", { name: "delete First" });
    expect(search()).toBe("?thing=1");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await gone();
    expect(search()).toBe("");
  });

  it("opens what is new by its address", async () => {
    const { user, search } = await renderPage("/");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await screen.findByRole("dialog", { name: "add" });
    expect(search()).toBe("?new=");
  });

  it.each([
    ["does not exist", "/?thing=9"],
    ["the reader may not open", "/?thing=2&view=edit"],
  ])("says so if it %s", async (_, address) => {
    await renderPage(address);
    await screen.findByRole("dialog", { name: "Not found" });
    screen.getByText("This no longer exists, or you can’t see it");
  });
});
