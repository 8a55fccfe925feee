import { Button } from "@chakra-ui/react";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPart } from "../testing/render";
import { DialogFrame } from "./dialog-frame";

/** Rows that a question removes, or whose button another one replaces. */
function Page({ replaced = false }: { replaced?: boolean }) {
  const [rows, setRows] = useState(["Ann", "Ben", "Cem"]);
  const [asked, setAsked] = useState<string>();
  const [gone, setGone] = useState<string>();
  const act = (name: string) => {
    if (replaced) setGone(name);
    else setRows(rows.filter((row) => row !== name));
    setAsked(undefined);
  };
  return (
    <main tabIndex={-1}>
      <a href="#start">Start</a>
      <table>
        <tbody>
          {rows.map((name) => (
            <tr key={name}>
              <td>
                {gone === name ? (
                  <a href="#again">Ask for {name} again</a>
                ) : (
                  <Button onClick={() => setAsked(name)}>Remove {name}</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <DialogFrame title="Remove?" onClose={() => setAsked(undefined)}>
          <Button onClick={() => act(asked)}>Yes</Button>
        </DialogFrame>
      )}
    </main>
  );
}

async function remove(name: string) {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: `Remove ${name}` }));
  await user.click(await screen.findByRole("button", { name: "Yes" }));
}
const hasFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

/** WCAG 2.4.3: the next Tab goes on from where the row was. */
it("goes to the next row when its own is removed", async () => {
  renderPart(<Page />);
  await remove("Ben");
  await hasFocus(screen.getByRole("button", { name: "Remove Cem" }));
});

it("goes to the row before when the last one is removed", async () => {
  renderPart(<Page />);
  await remove("Cem");
  await hasFocus(screen.getByRole("button", { name: "Remove Ben" }));
});

it("goes to what came in the place of the button", async () => {
  renderPart(<Page replaced />);
  await remove("Ben");
  await hasFocus(screen.getByRole("link", { name: "Ask for Ben again" }));
});
