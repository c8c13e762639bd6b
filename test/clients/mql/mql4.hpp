// What MQL4 has instead of deals and positions: orders. Its tickets are int.
#pragma once
#include "mql.hpp"

const int notAllowed = 4060;

enum { SELECT_BY_POS, SELECT_BY_TICKET };
enum { MODE_TRADES, MODE_HISTORY };
enum { OP_BUY, OP_SELL, OP_BUYLIMIT, OP_SELLLIMIT, OP_BUYSTOP, OP_SELLSTOP };

struct Order {
  int ticket, type;
  std::string symbol;
  double lots;
  long opened;
  double open;
  long closed;
  double close, sl, tp, commission, swap, profit;
  std::string comment;
  int magic;
};
inline std::vector<Order> history, open_orders;
/** How many of the newest the tab Account History shows: there are no others for an Expert Advisor. */
inline int shown = 1 << 30;
/** When the last quote came; without one the server's clock stands still. */
inline long quoted = 0;
inline Order order;
inline bool is_selected = false;

inline datetime TimeCurrent() { return quoted; }
inline int OrdersTotal() { return (int)open_orders.size(); }
inline int OrdersHistoryTotal() { return terminal.loaded ? std::min((int)history.size(), shown) : 0; }
inline bool OrderSelect(int at, int by, int pool = MODE_TRADES) {
  is_selected = false;
  auto take = [](const Order &one) {
    order = one;
    is_selected = true;
  };
  int hidden = (int)history.size() - OrdersHistoryTotal();
  if (by == SELECT_BY_POS && pool == MODE_TRADES && at >= 0 && at < OrdersTotal()) take(open_orders[at]);
  if (by == SELECT_BY_POS && pool == MODE_HISTORY && at >= 0 && at < OrdersHistoryTotal()) take(history[hidden + at]);
  if (by == SELECT_BY_TICKET) {
    for (int i = 0; i < OrdersTotal() && !is_selected; i++)
      if (open_orders[i].ticket == at) take(open_orders[i]);
    for (size_t i = hidden; i < history.size() && !is_selected; i++)
      if (history[i].ticket == at) take(history[i]);
  }
  return is_selected;
}
inline const Order &picked() {
  if (!is_selected) critical("no order is selected");
  return order;
}
inline int OrderTicket() { return picked().ticket; }
inline int OrderType() { return picked().type; }
inline string OrderSymbol() { return picked().symbol; }
inline double OrderLots() { return picked().lots; }
inline datetime OrderOpenTime() { return picked().opened; }
inline double OrderOpenPrice() { return picked().open; }
inline datetime OrderCloseTime() { return picked().closed; }
inline double OrderClosePrice() { return picked().close; }
inline double OrderStopLoss() { return picked().sl; }
inline double OrderTakeProfit() { return picked().tp; }
inline double OrderCommission() { return picked().commission; }
inline double OrderSwap() { return picked().swap; }
inline double OrderProfit() { return picked().profit; }
inline string OrderComment() { return picked().comment; }
inline int OrderMagicNumber() { return picked().magic; }

/** Lines of the driver that say what an account of this platform lists. */
inline bool driveAccount(const std::string &word, std::istream &in) {
  if (word == "order" || word == "open") {
    Order one;
    in >> one.ticket >> one.type;
    one.symbol = readText(in);
    in >> one.lots >> one.opened >> one.open >> one.closed >> one.close >> one.sl >> one.tp;
    in >> one.commission >> one.swap >> one.profit;
    one.comment = readText(in);
    in >> one.magic;
    (word == "open" ? open_orders : history).push_back(one);
  } else if (word == "close") {
    int ticket;
    in >> ticket;
    std::erase_if(open_orders, [&](const Order &one) { return one.ticket == ticket; });
  } else if (word == "forget") {
    history.clear();
    open_orders.clear();
  } else if (word == "shown") {
    in >> shown;
  } else if (word == "quote") {
    quoted = terminal.gmt + terminal.ahead;
  } else {
    return false;
  }
  return true;
}
