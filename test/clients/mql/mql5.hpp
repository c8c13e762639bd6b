// What only MQL5 has: deals and positions.
#pragma once
#include "mql.hpp"

const int notAllowed = 4014;

enum ENUM_DEAL_PROPERTY_INTEGER { DEAL_TYPE, DEAL_ENTRY, DEAL_POSITION_ID, DEAL_TIME, DEAL_MAGIC };
enum { DEAL_TYPE_BUY, DEAL_TYPE_SELL };
enum { DEAL_ENTRY_IN, DEAL_ENTRY_OUT, DEAL_ENTRY_INOUT, DEAL_ENTRY_OUT_BY };
enum ENUM_DEAL_PROPERTY_DOUBLE {
  DEAL_VOLUME, DEAL_PRICE, DEAL_PROFIT, DEAL_SWAP, DEAL_COMMISSION, DEAL_FEE, DEAL_SL, DEAL_TP
};
enum ENUM_DEAL_PROPERTY_STRING { DEAL_SYMBOL, DEAL_COMMENT };
enum ENUM_POSITION_PROPERTY_INTEGER {
  POSITION_TICKET, POSITION_IDENTIFIER, POSITION_TYPE, POSITION_TIME, POSITION_MAGIC
};
enum ENUM_POSITION_PROPERTY_DOUBLE {
  POSITION_VOLUME, POSITION_PRICE_OPEN, POSITION_SL, POSITION_TP, POSITION_PROFIT, POSITION_SWAP
};
enum ENUM_POSITION_PROPERTY_STRING { POSITION_SYMBOL, POSITION_COMMENT };

struct Deal {
  unsigned long ticket;
  long position, time;
  int type, entry;
  std::string symbol;
  double volume, price, profit, commission, swap, fee, sl, tp;
  std::string comment;
  long magic;
};
struct Position {
  unsigned long ticket;
  long time;
  int type;
  std::string symbol;
  double volume, price, sl, tp, profit, swap;
  std::string comment;
  long magic;
};
inline std::vector<Deal> deals, selected;
inline std::vector<Position> positions;
inline int chosen = -1;

inline datetime TimeTradeServer() { return terminal.gmt + terminal.ahead; }
inline datetime TimeCurrent() { return TimeTradeServer(); }

inline bool HistorySelect(datetime from, datetime to) {
  selected.clear();
  if (!terminal.loaded) return true; // as right after a start: no deals, and no error
  for (const Deal &deal : deals)
    if (deal.time >= from.seconds && deal.time <= to.seconds) selected.push_back(deal);
  std::stable_sort(selected.begin(), selected.end(), [](const Deal &a, const Deal &b) { return a.time < b.time; });
  return true;
}
inline int HistoryDealsTotal() { return (int)selected.size(); }
inline unsigned long HistoryDealGetTicket(int at) {
  return at < 0 || at >= HistoryDealsTotal() ? 0 : selected[at].ticket;
}
inline const Deal &dealOf(unsigned long ticket) {
  static size_t last = 0; // deals are read one after the other
  for (size_t tried = 0; tried <= selected.size(); tried++, last++) {
    if (last >= selected.size()) last = 0;
    if (last < selected.size() && selected[last].ticket == ticket) return selected[last];
  }
  critical("no such deal is selected");
}
inline long HistoryDealGetInteger(unsigned long ticket, ENUM_DEAL_PROPERTY_INTEGER property) {
  const Deal &deal = dealOf(ticket);
  switch (property) {
    case DEAL_TYPE: return deal.type;
    case DEAL_ENTRY: return deal.entry;
    case DEAL_POSITION_ID: return deal.position;
    case DEAL_TIME: return deal.time;
    default: return deal.magic;
  }
}
inline double HistoryDealGetDouble(unsigned long ticket, ENUM_DEAL_PROPERTY_DOUBLE property) {
  const Deal &deal = dealOf(ticket);
  switch (property) {
    case DEAL_VOLUME: return deal.volume;
    case DEAL_PRICE: return deal.price;
    case DEAL_PROFIT: return deal.profit;
    case DEAL_SWAP: return deal.swap;
    case DEAL_COMMISSION: return deal.commission;
    case DEAL_FEE: return deal.fee;
    case DEAL_SL: return deal.sl;
    default: return deal.tp;
  }
}
inline string HistoryDealGetString(unsigned long ticket, ENUM_DEAL_PROPERTY_STRING property) {
  const Deal &deal = dealOf(ticket);
  return property == DEAL_SYMBOL ? deal.symbol : deal.comment;
}

inline int PositionsTotal() { return (int)positions.size(); }
inline unsigned long PositionGetTicket(int at) {
  chosen = at >= 0 && at < PositionsTotal() ? at : -1;
  return chosen < 0 ? 0 : positions[chosen].ticket;
}
inline const Position &position() {
  if (chosen < 0 || chosen >= PositionsTotal()) critical("no position is selected");
  return positions[chosen];
}
inline long PositionGetInteger(ENUM_POSITION_PROPERTY_INTEGER property) {
  switch (property) {
    case POSITION_TYPE: return position().type;
    case POSITION_TIME: return position().time;
    case POSITION_MAGIC: return position().magic;
    default: return (long)position().ticket;
  }
}
inline double PositionGetDouble(ENUM_POSITION_PROPERTY_DOUBLE property) {
  switch (property) {
    case POSITION_VOLUME: return position().volume;
    case POSITION_PRICE_OPEN: return position().price;
    case POSITION_SL: return position().sl;
    case POSITION_TP: return position().tp;
    case POSITION_PROFIT: return position().profit;
    default: return position().swap;
  }
}
inline string PositionGetString(ENUM_POSITION_PROPERTY_STRING property) {
  return property == POSITION_SYMBOL ? position().symbol : position().comment;
}

void OnTrade();

/** Lines of the driver that say what an account of this platform lists. */
inline bool driveAccount(const std::string &word, std::istream &in) {
  if (word == "deal") {
    Deal deal;
    in >> deal.ticket >> deal.position >> deal.time >> deal.type >> deal.entry;
    deal.symbol = readText(in);
    in >> deal.volume >> deal.price >> deal.profit >> deal.commission >> deal.swap >> deal.fee >> deal.sl >> deal.tp;
    deal.comment = readText(in);
    in >> deal.magic;
    deals.push_back(deal);
  } else if (word == "open") {
    Position one;
    in >> one.ticket >> one.time >> one.type;
    one.symbol = readText(in);
    in >> one.volume >> one.price >> one.sl >> one.tp >> one.profit >> one.swap;
    one.comment = readText(in);
    in >> one.magic;
    positions.push_back(one);
  } else if (word == "close") {
    unsigned long ticket;
    in >> ticket;
    std::erase_if(positions, [&](const Position &one) { return one.ticket == ticket; });
  } else if (word == "forget") {
    deals.clear();
    positions.clear();
  } else if (word == "trade") {
    OnTrade();
  } else {
    return false;
  }
  return true;
}
