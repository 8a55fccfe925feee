//! What a person sees of the announcements, and what the person has read (contract C-106, C-107, C-119, G-57, F-44).

use std::collections::HashMap;

use super::announcement::{Announcement, AnnouncementError};
use super::audience::Audience;
use super::store;
use super::store::reads::Head;
use crate::catalogue::products;
use crate::clients::Registry;
use crate::clock::Millis;
use crate::db::search::folded;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::groups;

/// Who reads, and the applications that exist.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub account: &'a Account,
    pub clients: &'a Registry,
}

/// An announcement as its reader sees it.
#[derive(Clone, Debug)]
pub struct ShownAnnouncement {
    pub announcement: Announcement,
    /// When the person read it; `None` if not yet.
    pub read_at: Option<Millis>,
}

/// Which part of the history to return.
#[derive(Clone, Debug, Default)]
pub struct HistoryQuery {
    /// Only announcements for all, or for the product of this code.
    pub app_name: Option<String>,
    /// Only announcements for all, or for this company.
    pub company_id: Option<String>,
    /// Words in title or content, in either language.
    pub search: Option<String>,
    /// The page, from 1.
    pub page_num: usize,
    pub page_size: usize,
}

/// A page of the history.
#[derive(Clone, Debug)]
pub struct History {
    /// The announcements of the page, newest first.
    pub list: Vec<ShownAnnouncement>,
    /// How many there are in all.
    pub total: usize,
    /// The page, which is the last one if the request named a later one.
    pub page_num: usize,
    /// How many pages there are, at least 1.
    pub pages: usize,
    /// How many of those that have not ended the person has not read.
    pub unread: usize,
}

/// What home shows of announcements.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// What is shown next, as [`due`] finds it for all products.
    pub due: Option<ShownAnnouncement>,
    /// The newest that has not ended, read or not.
    pub latest: Option<ShownAnnouncement>,
}

/// The announcements that home shows to the person.
///
/// # Errors
/// The database failed.
pub async fn news(view: &mut dyn Reads, reader: Reader<'_>, now: Millis) -> Result<News, DbError> {
    let mut person = Person::of(reader);
    let (mut due, mut latest): (Option<Head>, Option<Head>) = (None, None);
    for head in store::reads::current(view, &reader.account.id, now).await? {
        let is_due = due.is_none() && head.read_at.is_none();
        let is_newer = latest
            .as_ref()
            .is_none_or(|latest| head.launch_at > latest.launch_at);
        if (is_due || is_newer) && person.reads(view, &head).await? {
            if is_due {
                due = Some(head.clone());
            }
            if is_newer {
                latest = Some(head);
            }
        }
    }
    Ok(News {
        due: shown(view, due).await?,
        latest: shown(view, latest).await?,
    })
}

/// The whole announcement of `head`.
async fn shown(
    view: &mut dyn Reads,
    head: Option<Head>,
) -> Result<Option<ShownAnnouncement>, DbError> {
    let Some(head) = head else {
        return Ok(None);
    };
    let found = store::announcements::find(view, &head.id).await?;
    Ok(found.map(|announcement| ShownAnnouncement {
        announcement,
        read_at: head.read_at,
    }))
}

/// The announcement that is shown to the person next: the newest that is on, launched and not read, has not ended and is for
/// this person; first those that people confirm (contract G-57). With `app_name` only one for all, or for that product.
///
/// # Errors
/// The database failed.
pub async fn due(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    app_name: Option<&str>,
    now: Millis,
) -> Result<Option<ShownAnnouncement>, DbError> {
    let mut person = Person::of(reader);
    for head in store::reads::current(view, &reader.account.id, now).await? {
        let is_due = head.read_at.is_none() && is_about(&head, app_name);
        if is_due && person.reads(view, &head).await? {
            return shown(view, Some(head)).await;
        }
    }
    Ok(None)
}

/// A page of the announcements that were launched for the person and are on, also of those that have ended.
///
/// # Errors
/// The database failed.
pub async fn history(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    query: &HistoryQuery,
    now: Millis,
) -> Result<History, DbError> {
    let words = folded(query.search.as_deref().unwrap_or_default());
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let heads = store::reads::launched(view, &reader.account.id, now, !words.is_empty()).await?;
    let mut person = Person::of(reader);
    let (mut found, mut unread) = (Vec::new(), 0);
    for head in heads {
        if !person.reads(view, &head).await? {
            continue;
        }
        let has_ended = head.ends_at.is_some_and(|end| end <= now);
        unread += usize::from(head.read_at.is_none() && !has_ended);
        if is_about(&head, query.app_name.as_deref())
            && is_for(&head, query.company_id.as_deref())
            && has_words(&head, &words)
        {
            found.push((head.id, head.read_at));
        }
    }
    let page_size = query.page_size.max(1);
    let pages = found.len().div_ceil(page_size).max(1);
    let page_num = query.page_num.clamp(1, pages);
    let page = found.iter().skip((page_num - 1) * page_size);
    let mut list = Vec::new();
    for (id, read_at) in page.take(page_size) {
        let announcement = store::announcements::find(view, id).await?;
        list.extend(announcement.map(|announcement| ShownAnnouncement {
            announcement,
            read_at: *read_at,
        }));
    }
    Ok(History {
        list,
        total: found.len(),
        page_num,
        pages,
        unread,
    })
}

/// Notes that the person has read the announcement, which the person must be able to see (contract C-119). Only the first
/// time counts.
///
/// # Errors
/// There is no such announcement for this person.
pub async fn mark_read(
    tx: &mut WriteTx,
    reader: Reader<'_>,
    id: &str,
    now: Millis,
) -> Result<(), AnnouncementError> {
    let found = store::announcements::find(tx, id).await?;
    let found = found.filter(|announcement| announcement.is_launched(now));
    let found = found.ok_or(AnnouncementError::Unknown)?;
    if !Person::of(reader).is_among(tx, &found.audience).await? {
        return Err(AnnouncementError::Unknown);
    }
    Ok(store::reads::mark(tx, (&reader.account.id, id), now).await?)
}

/// A person, with what has been read of the groups and products.
struct Person<'a> {
    reader: Reader<'a>,
    groups: Option<Vec<String>>,
    opens: HashMap<String, bool>,
}

impl<'a> Person<'a> {
    fn of(reader: Reader<'a>) -> Self {
        Self {
            reader,
            groups: None,
            opens: HashMap::new(),
        }
    }

    async fn reads(&mut self, view: &mut dyn Reads, head: &Head) -> Result<bool, DbError> {
        let audience = Audience {
            app_name: head.app_name.clone(),
            company_ids: head.company_ids.0.clone(),
            agency_ids: head.agency_ids.0.clone(),
            group_ids: head.group_ids.0.clone(),
        };
        self.is_among(view, &audience).await
    }

    /// True if the person is one of `audience`. Groups and products are read only if an audience names any.
    async fn is_among(
        &mut self,
        view: &mut dyn Reads,
        audience: &Audience,
    ) -> Result<bool, DbError> {
        if !audience.has_place_of(self.reader.account) {
            return Ok(false);
        }
        if !audience.group_ids.is_empty() {
            let groups = if let Some(groups) = self.groups.take() {
                groups
            } else {
                let own = groups::group_access::own_groups(view, &self.reader.account.id).await?;
                own.into_iter().map(|(id, _)| id).collect()
            };
            let is_in = audience.has_group_of(&groups);
            self.groups = Some(groups);
            if !is_in {
                return Ok(false);
            }
        }
        match audience.app_name.as_str() {
            "" => Ok(true),
            code => self.opens(view, code).await,
        }
    }

    async fn opens(&mut self, view: &mut dyn Reads, code: &str) -> Result<bool, DbError> {
        if let Some(opens) = self.opens.get(code) {
            return Ok(*opens);
        }
        let Reader { account, clients } = self.reader;
        let opens = products::opens(view, account, code, clients).await?;
        self.opens.insert(code.to_owned(), opens);
        Ok(opens)
    }
}

/// True if it is for all products, or for that of this code.
fn is_about(head: &Head, app_name: Option<&str>) -> bool {
    head.app_name.is_empty() || app_name.is_none_or(|code| code == head.app_name)
}

/// True if it is for all companies, or for this one.
fn is_for(head: &Head, company_id: Option<&str>) -> bool {
    let ids = &head.company_ids.0;
    ids.is_empty() || company_id.is_none_or(|id| ids.iter().any(|one| one == id))
}

fn has_words(head: &Head, words: &[&str]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text = folded(&head.text);
    words.iter().all(|word| text.contains(word))
}
