import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { useServices } from "../../api/services";
import { loadTexts } from "../../i18n/i18n";
import { quietPart } from "../../ui/lazy/lazy-part";
import { offerQuery, type Offer } from "./survey";

const PopUp = quietPart<{ offer: Offer }>(async () => {
  const [popUp] = await Promise.all([import("./pop-up"), loadTexts(["survey"])]);
  return popUp;
});

/**
 * The last of what may meet a person on home (G-59): a survey, once nobody asks for the agency, no announcement is due and no
 * first steps are shown. `waits` is true while one of these is.
 */
export default function SurveyOffer({ waits }: { waits: boolean }) {
  const services = useServices();
  const isHome = useLocation().pathname === "/";
  const enabled = isHome && !waits;
  const { data } = useQuery({ ...offerQuery(services), enabled });
  return enabled && data ? <PopUp key={data.id} offer={data} /> : null;
}
