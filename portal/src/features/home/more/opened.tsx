import { useOpened } from "../../../kit/use-opened";
import { ABOUT, RESOURCES } from "../about-address";
import { AboutDrawer } from "./about-drawer";
import { ResourceDialog } from "./resource-dialog";

interface Open {
  what: "show";
  id: string;
}

/** What the address of home names: the details of an application (D-18), or what all of them offer to read (D-19). */
export default function OpenedPart() {
  const about = useOpened<Open, "show">({ name: ABOUT, views: ["show"], idOf: ({ id }) => id });
  const resources = useOpened<Open, "show">({ name: RESOURCES, views: ["show"], idOf: ({ id }) => id });
  return (
    <>
      {about.asked && (
        <AboutDrawer key={about.asked.id} id={Number(about.asked.id)} onClose={about.onClose} />
      )}
      {resources.asked && <ResourceDialog onClose={resources.onClose} />}
    </>
  );
}
